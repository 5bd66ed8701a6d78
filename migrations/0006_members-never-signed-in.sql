-- Members who were added, proved no email and never signed in become invitations: their addresses are free for their owners.
INSERT INTO `invitation` (`id`, `account_id`, `email`, `name`, `password_hash`, `role`, `domains`, `created_at`, `expires_at`)
SELECT `user`.`id`, `membership`.`account_id`, `user`.`email`, `user`.`name`, `credential`.`password`, `membership`.`role`, `membership`.`domains`, `membership`.`created_at`, (unixepoch() + 2592000) * 1000
FROM `user`
JOIN `membership` ON `membership`.`user_id` = `user`.`id`
JOIN `credential` ON `credential`.`user_id` = `user`.`id` AND `credential`.`provider_id` = 'credential' AND `credential`.`password` IS NOT NULL
WHERE `user`.`email_verified` = 0
  AND EXISTS (SELECT 1 FROM `action_log` WHERE `account_id` = `membership`.`account_id` AND `action` = 'member.added' AND `target` = `user`.`id`)
  AND NOT EXISTS (SELECT 1 FROM `action_log` WHERE `account_id` = `membership`.`account_id` AND `action` = 'session.opened' AND `actor_id` = `user`.`id`);
--> statement-breakpoint
DELETE FROM `user` WHERE `id` IN (SELECT `id` FROM `invitation`);
