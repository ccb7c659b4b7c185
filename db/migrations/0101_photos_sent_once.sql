DROP INDEX `photos_sent_once`;--> statement-breakpoint
CREATE INDEX `photos_job` ON `photos` (`job_id`,`step`,`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `photos_sent_once` ON `photos` (`job_id`,`step`,`sha256`) WHERE "photos"."entry_id" is null;