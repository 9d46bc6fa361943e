-- What is to be done, in its order: a coordinator reads the beginning of it again and again.
CREATE INDEX work_waiting ON work (needs, submitted, name) WHERE done = 0;
