-- One-time codes by mail (domain.md, 4.26), and links that confirm another address than the account has.
CREATE TABLE `sign_in_codes` (
	`browser_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `sign_in_codes_expiry` ON `sign_in_codes` (`expires_at`);--> statement-breakpoint
ALTER TABLE `account_tokens` ADD `email` text;
