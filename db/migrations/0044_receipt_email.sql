ALTER TABLE `bookings` ADD `receipt_email` text;
