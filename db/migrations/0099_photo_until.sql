ALTER TABLE `job_attempts` ADD `photo_until` integer;--> statement-breakpoint
-- A photograph is of its step's time, which is put right; the raw time of a phone's clock is nobody's.
UPDATE `photos` SET `taken_at` = (
  SELECT j.`done_at` FROM `journal_entries` j
  WHERE j.`id` = `photos`.`entry_id` OR j.`id` = substr(`photos`.`entry_id`, 1, length(`photos`.`entry_id`) - 2)
  ORDER BY length(j.`id`) DESC LIMIT 1
);--> statement-breakpoint
UPDATE `held_photos` SET `taken_at` = (SELECT j.`done_at` FROM `journal_entries` j WHERE j.`id` = `held_photos`.`entry_id`);
