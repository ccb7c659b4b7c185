CREATE TABLE `account_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`phone` text,
	`password_hash` text NOT NULL,
	`email_confirmed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_unique` ON `accounts` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_phone_unique` ON `accounts` (`phone`);--> statement-breakpoint
CREATE TABLE `browser_agents` (
	`user_id` text PRIMARY KEY NOT NULL,
	`is_available` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `drivers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`phone` text,
	`truck` text,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_user_id_unique` ON `drivers` (`user_id`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`display_name` text NOT NULL,
	`company_name` text,
	`avatar_url` text,
	`phone` text,
	`role` text DEFAULT 'user' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_user_id_unique` ON `profiles` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`ip_address` text,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `team_members` (
	`user_id` text PRIMARY KEY NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `user_roles` (
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_roles_one` ON `user_roles` (`user_id`,`role`);--> statement-breakpoint
CREATE TABLE `booking_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`data` text NOT NULL,
	`resume_key` text NOT NULL,
	`booking_id` text,
	`steps_done` text NOT NULL,
	`prepared_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_drafts_resume_key_unique` ON `booking_drafts` (`resume_key`);--> statement-breakpoint
CREATE INDEX `booking_drafts_expiry` ON `booking_drafts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `booking_items` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`line_number` integer NOT NULL,
	`quantity` integer NOT NULL,
	`size_yards` integer NOT NULL,
	`material_category` text NOT NULL,
	`unit_price` integer NOT NULL,
	`line_total` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_items_line` ON `booking_items` (`booking_id`,`line_number`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_number` text NOT NULL,
	`status` text NOT NULL,
	`on_hold_reason` text,
	`items_summary` text NOT NULL,
	`total_units` integer NOT NULL,
	`dumpster_size` integer NOT NULL,
	`scheduled_delivery_date` text NOT NULL,
	`scheduled_pickup_date` text NOT NULL,
	`rental_duration_days` integer NOT NULL,
	`delivery_time_window` text NOT NULL,
	`waste_types` text NOT NULL,
	`project_type` text NOT NULL,
	`business_type` text NOT NULL,
	`total_amount` integer NOT NULL,
	`price` text NOT NULL,
	`customer_id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text NOT NULL,
	`city` text NOT NULL,
	`county` text NOT NULL,
	`zip` text NOT NULL,
	`service_area_id` text,
	`special_instructions` text DEFAULT '' NOT NULL,
	`flexible_extension` integer DEFAULT false NOT NULL,
	`eco_friendly_options` integer DEFAULT false NOT NULL,
	`sms_consent` integer DEFAULT false NOT NULL,
	`card_consent_at` integer,
	`card_consent_text` text,
	`source` text NOT NULL,
	`draft_id` text,
	`signing_key` text NOT NULL,
	`capability` text NOT NULL,
	`card_brand` text,
	`card_last4` text,
	`payment_method_id` text,
	`quote_expires_at` integer,
	`paid_at` integer,
	`cancelled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_booking_number_unique` ON `bookings` (`booking_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_signing_key_unique` ON `bookings` (`signing_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_capability_unique` ON `bookings` (`capability`);--> statement-breakpoint
CREATE INDEX `bookings_created` ON `bookings` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_status` ON `bookings` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `bookings_customer` ON `bookings` (`customer_id`);--> statement-breakpoint
CREATE INDEX `bookings_delivery` ON `bookings` (`scheduled_delivery_date`);--> statement-breakpoint
CREATE INDEX `bookings_email` ON `bookings` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `bookings_draft` ON `bookings` (`draft_id`);--> statement-breakpoint
CREATE TABLE `cancellations` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`unit_id` text,
	`tier_percent` integer NOT NULL,
	`base_amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`refund_amount` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cancellations_booking` ON `cancellations` (`booking_id`);--> statement-breakpoint
CREATE TABLE `customers` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text NOT NULL,
	`sms_consent_at` integer,
	`stripe_customer_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_email_unique` ON `customers` (`email`);--> statement-breakpoint
CREATE TABLE `leads` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'new' NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`email` text NOT NULL,
	`zip` text NOT NULL,
	`message` text NOT NULL,
	`draft_id` text,
	`data` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `leads_created` ON `leads` (`created_at`);--> statement-breakpoint
CREATE INDEX `leads_state` ON `leads` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `units` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`booking_item_id` text NOT NULL,
	`unit_number` integer NOT NULL,
	`state` text NOT NULL,
	`size_yards` integer NOT NULL,
	`material_category` text NOT NULL,
	`dumpster_id` text,
	`delivery_date` text NOT NULL,
	`delivery_window` text NOT NULL,
	`pickup_date` text NOT NULL,
	`occupied_until` text NOT NULL,
	`share` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_item_id`) REFERENCES `booking_items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `units_number` ON `units` (`booking_id`,`unit_number`);--> statement-breakpoint
CREATE INDEX `units_out` ON `units` (`size_yards`,`occupied_until`) WHERE "units"."state" in ('delivering','on_site','pickup_requested','collecting','pickup_failed');--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text NOT NULL,
	`year` integer NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`name`, `year`)
);
--> statement-breakpoint
CREATE TABLE `dumpster_sizes` (
	`size` integer PRIMARY KEY NOT NULL,
	`width_feet` integer NOT NULL,
	`length_feet` integer NOT NULL,
	`height_feet` integer NOT NULL,
	`cubic_yards` integer NOT NULL,
	`estimated_tons` integer NOT NULL,
	`description` text NOT NULL,
	`base_price` integer NOT NULL,
	`extension_rate` integer NOT NULL,
	`weight_limit_tons` integer NOT NULL,
	`overage_rate` integer NOT NULL,
	`image_path` text NOT NULL,
	`popular` integer DEFAULT false NOT NULL,
	`recommended_for` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`booking_id` text,
	`action` text NOT NULL,
	`from_state` text,
	`to_state` text,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_label` text NOT NULL,
	`why` text,
	`request_id` text NOT NULL,
	`data` text
);
--> statement-breakpoint
CREATE INDEX `events_booking` ON `events` (`booking_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`subject_kind`,`subject_id`,`id`);--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`cause` text NOT NULL,
	`booking_id` text,
	`payload` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`lease_token` text,
	`leased_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_cause` ON `outbox` (`cause`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`run_at`) WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `outbox_booking` ON `outbox` (`booking_id`);--> statement-breakpoint
CREATE TABLE `pricing_matrix` (
	`size_yards` integer PRIMARY KEY NOT NULL,
	`base_price` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`hits` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `rate_limits_window` ON `rate_limits` (`window_start`);--> statement-breakpoint
CREATE TABLE `sandbox_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`offset_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `service_areas` (
	`id` text PRIMARY KEY NOT NULL,
	`area_name` text NOT NULL,
	`delivery_fee` integer DEFAULT 0 NOT NULL,
	`minimum_order` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`zip_codes` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_areas_area_name_unique` ON `service_areas` (`area_name`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `system_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` integer NOT NULL,
	`log_level` text NOT NULL,
	`module` text NOT NULL,
	`action` text NOT NULL,
	`user_id` text,
	`booking_id` text,
	`customer_id` text,
	`error_message` text,
	`error_details` text,
	`request_id` text,
	`ip_address` text,
	`user_agent` text,
	CONSTRAINT "system_logs_level" CHECK("system_logs"."log_level" in ('ERROR','WARN','INFO'))
);
--> statement-breakpoint
CREATE INDEX `system_logs_created` ON `system_logs` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_inbox` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`outcome` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `zip_codes` (
	`zip` text PRIMARY KEY NOT NULL,
	`city` text NOT NULL,
	`county` text NOT NULL,
	`latitude` text NOT NULL,
	`longitude` text NOT NULL,
	`has_street_addresses` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`capability` text NOT NULL,
	`kind` text NOT NULL,
	`booking_id` text,
	`content_type` text NOT NULL,
	`filename` text NOT NULL,
	`path` text NOT NULL,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_capability_unique` ON `files` (`capability`);--> statement-breakpoint
CREATE INDEX `files_booking` ON `files` (`booking_id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`invoice_number` text NOT NULL,
	`invoice_type` text NOT NULL,
	`total` integer NOT NULL,
	`issued_on` text NOT NULL,
	`view` text NOT NULL,
	`file_id` text,
	`pdf_url` text,
	`capability` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_invoice_number_unique` ON `invoices` (`invoice_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_capability_unique` ON `invoices` (`capability`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_one` ON `invoices` (`booking_id`,`invoice_type`);--> statement-breakpoint
CREATE TABLE `rental_agreements` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`version` integer NOT NULL,
	`terms_version` text NOT NULL,
	`signature_name` text NOT NULL,
	`signature_image` text,
	`consent_text` text NOT NULL,
	`signed_at` integer NOT NULL,
	`ip_address` text NOT NULL,
	`user_agent` text NOT NULL,
	`content` text NOT NULL,
	`content_sha256` text NOT NULL,
	`pdf_sha256` text,
	`view` text NOT NULL,
	`file_id` text,
	`pdf_url` text,
	`capability` text NOT NULL,
	`superseded_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rental_agreements_capability_unique` ON `rental_agreements` (`capability`);--> statement-breakpoint
CREATE UNIQUE INDEX `rental_agreements_version` ON `rental_agreements` (`booking_id`,`version`);--> statement-breakpoint
CREATE TABLE `delivery_window_days` (
	`day` text NOT NULL,
	`delivery_window` text NOT NULL,
	`taken` integer NOT NULL,
	PRIMARY KEY(`day`, `delivery_window`),
	CONSTRAINT "delivery_window_days_taken" CHECK("delivery_window_days"."taken" >= 0)
);
--> statement-breakpoint
CREATE TABLE `dumpsters` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`size_yards` integer NOT NULL,
	`location` text NOT NULL,
	`load` text NOT NULL,
	`condition` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dumpsters_number_unique` ON `dumpsters` (`number`);--> statement-breakpoint
CREATE INDEX `dumpsters_size` ON `dumpsters` (`size_yards`,`condition`);--> statement-breakpoint
CREATE TABLE `holds` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`email` text NOT NULL,
	`state` text NOT NULL,
	`lines` text NOT NULL,
	`delivery_date` text NOT NULL,
	`delivery_window` text NOT NULL,
	`occupied_until` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `holds_one_live` ON `holds` (`booking_id`) WHERE "holds"."state" = 'live';--> statement-breakpoint
CREATE INDEX `holds_live_email` ON `holds` (`email`) WHERE "holds"."state" = 'live';--> statement-breakpoint
CREATE INDEX `holds_live_expiry` ON `holds` (`expires_at`) WHERE "holds"."state" = 'live';--> statement-breakpoint
CREATE TABLE `inventory_days` (
	`size_yards` integer NOT NULL,
	`day` text NOT NULL,
	`taken` integer NOT NULL,
	PRIMARY KEY(`size_yards`, `day`),
	CONSTRAINT "inventory_days_taken" CHECK("inventory_days"."taken" >= 0)
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`priority` text DEFAULT 'normal' NOT NULL,
	`reason` text DEFAULT 'due' NOT NULL,
	`day` text NOT NULL,
	`delivery_window` text NOT NULL,
	`driver_id` text,
	`failure_reason` text,
	`done_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `jobs_day` ON `jobs` (`day`,`state`);--> statement-breakpoint
CREATE INDEX `jobs_driver` ON `jobs` (`driver_id`,`day`);--> statement-breakpoint
CREATE INDEX `jobs_booking` ON `jobs` (`booking_id`);--> statement-breakpoint
CREATE INDEX `jobs_unit` ON `jobs` (`unit_id`);--> statement-breakpoint
CREATE TABLE `charges` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`unit_id` text,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`tax` integer DEFAULT 0 NOT NULL,
	`description` text NOT NULL,
	`payment_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `charges_booking` ON `charges` (`booking_id`);--> statement-breakpoint
CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`hold_id` text,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`request` text NOT NULL,
	`session_id` text,
	`url` text,
	`outcome` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hold_id`) REFERENCES `holds`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_session_id_unique` ON `checkouts` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_one_open` ON `checkouts` (`booking_id`) WHERE "checkouts"."state" in ('creating','open');--> statement-breakpoint
CREATE INDEX `checkouts_unfinished` ON `checkouts` (`created_at`) WHERE "checkouts"."state" in ('creating','open');--> statement-breakpoint
CREATE INDEX `checkouts_booking` ON `checkouts` (`booking_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`checkout_id` text,
	`amount` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`stripe_payment_intent_id` text,
	`paid_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_stripe_payment_intent_id_unique` ON `payments` (`stripe_payment_intent_id`);--> statement-breakpoint
CREATE INDEX `payments_booking` ON `payments` (`booking_id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`stripe_refund_id` text,
	`failure_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE INDEX `refunds_booking` ON `refunds` (`booking_id`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`state`) WHERE "refunds"."state" in ('requested','approved','submitted','pending');--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`booking_id` text,
	`channel` text NOT NULL,
	`template` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_cause_unique` ON `messages` (`cause`);--> statement-breakpoint
CREATE INDEX `messages_booking` ON `messages` (`booking_id`);