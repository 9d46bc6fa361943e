-- Whether further pages of an answer can be asked for by their number.
ALTER TABLE answers ADD COLUMN numbered INTEGER NOT NULL DEFAULT 0;
