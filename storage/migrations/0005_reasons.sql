-- Why an outcome is what it is, for code; the note beside it is for people. Ledgers of
-- before have the note alone, in the words of then.
ALTER TABLE answers ADD COLUMN reason TEXT NOT NULL DEFAULT '';
UPDATE answers SET reason = 'misplaced' WHERE note GLOB 'the site does not show pages by their number: *';
UPDATE answers SET reason = 'blocked' WHERE note GLOB 'blocked: *';
UPDATE answers SET reason = 'refused-alone' WHERE note = 'refused with status 403, but other questions are answered';
UPDATE answers SET reason = 'silent' WHERE note = 'the page shows neither records nor that there are none';

-- Whether the page of a record is gone for good.
ALTER TABLE details ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
UPDATE details SET gone = 1 WHERE note GLOB 'status 404*' OR note GLOB 'status 410*';

-- A step that is no visit: what was spent on what a stop cut short.
UPDATE visits SET visit = json_set(visit, '$.unfinished', json('true')) WHERE json_extract(visit, '$.note') GLOB 'not finished: *';
