-- A version is taken back where a later reading says what was known before: which row has it?
CREATE INDEX answer_records_by_version ON answer_records (version) WHERE version IS NOT NULL;
