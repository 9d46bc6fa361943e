-- Questions are listed in the order in which they were asked.
CREATE INDEX harvest_asked_in_order ON harvest_asked (harvest, seq);
