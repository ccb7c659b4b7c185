ALTER TABLE `team_invitations` ADD `invited_by_id` text;
--> statement-breakpoint
ALTER TABLE `driver_invitations` ADD `invited_by_id` text;
