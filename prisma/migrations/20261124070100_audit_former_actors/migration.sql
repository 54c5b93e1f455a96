-- What can be known of former entries: apart from the columns, whose lock would hold up whoever writes meanwhile.
UPDATE "audit_entry" SET "actor_name" = "user"."username", "source" = 'web'
  FROM "user" WHERE "user"."id" = "audit_entry"."actor_id" AND "audit_entry"."source" IS NULL;
UPDATE "audit_entry" SET "source" = 'job'
 WHERE "actor_id" IS NULL AND "source" IS NULL AND "kind" = 'library' AND "target" = 'starter';
