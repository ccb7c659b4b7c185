ALTER TABLE `customer_contacts` ADD `mailbox` text;
--> statement-breakpoint
ALTER TABLE `customer_contacts` ADD `unconfirmed_at` integer;
--> statement-breakpoint
UPDATE `customer_contacts` SET `mailbox` = (
  SELECT CASE WHEN `host` IN ('gmail.com', 'googlemail.com') THEN replace(`name`, '.', '') || '@gmail.com' ELSE `name` || '@' || `host` END
  FROM (
    SELECT CASE WHEN instr(`local`, '+') > 1 THEN substr(`local`, 1, instr(`local`, '+') - 1) ELSE `local` END AS `name`, `host`
    FROM (
      SELECT substr(`value`, 1, instr(`value`, '@') - 1) AS `local`,
        CASE WHEN substr(`value`, -1) = '.' THEN substr(`value`, instr(`value`, '@') + 1, length(`value`) - instr(`value`, '@') - 1) ELSE substr(`value`, instr(`value`, '@') + 1) END AS `host`
    )
  )
) WHERE `kind` = 'email' AND instr(`value`, '@') > 0;
--> statement-breakpoint
CREATE INDEX `customer_contacts_mailbox` ON `customer_contacts` (`mailbox`) WHERE `mailbox` is not null and `ended_at` is null;
