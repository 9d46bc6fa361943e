-- Requests that were sent and that no step has in its count: of a question that took several
-- and was cut short. The next step takes them over; the count of the harvest has them already.
ALTER TABLE harvests ADD COLUMN owed INTEGER NOT NULL DEFAULT 0;
