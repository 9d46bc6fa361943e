-- A version is taken back where a later reading says what was known before: which row has it?
CREATE INDEX answer_records_by_version ON answer_records (version) WHERE version IS NOT NULL;

-- Whether all values of a numeric column are integers.
ALTER TABLE fields ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;
