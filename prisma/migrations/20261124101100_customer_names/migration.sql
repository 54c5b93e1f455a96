-- Names may have been changed at Stripe since by the people themselves: only one that changes here from now on is sent. Apart from the columns, whose lock would hold up whoever writes meanwhile.
UPDATE "customer" SET "stripe_name" = trim("user"."first_name" || ' ' || "user"."last_name")
  FROM "user" WHERE "user"."id" = "customer"."user_id" AND "customer"."stripe_name" IS NULL;
