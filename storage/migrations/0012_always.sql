-- What a profile bound in every query is said by its plan of questions.
UPDATE harvests SET profile = json_remove(json_set(profile, '$.questions', json_object('controls', json((
	SELECT json_group_array(json_object('control', name, 'always', json(list))) FROM (
		SELECT value ->> '$.name' AS name, json_group_array(value ->> '$.value') AS list, min(key) AS at
		FROM json_each(harvests.profile, '$.fixed') GROUP BY 1 ORDER BY at))))), '$.fixed')
WHERE CASE WHEN json_valid(profile) THEN json_type(profile, '$.fixed') = 'array' ELSE FALSE END;
