-- Accounts that the operator made need no proof of email: their first owners, who were made with the account, have it.
UPDATE `user` SET `email_verified` = 1 WHERE `id` IN (
  SELECT `membership`.`user_id` FROM `membership`
  JOIN `action_log` ON `action_log`.`account_id` = `membership`.`account_id` AND `action_log`.`at` = `membership`.`created_at`
  WHERE `action_log`.`action` = 'account.created' AND `action_log`.`actor_kind` = 'operator'
);
