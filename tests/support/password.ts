export const password = 'a long enough secret'
export const password_hash =
  '$argon2id$v=19$m=19456,t=2,p=1$CUmQqA9cnzGbYp23nHTYNA$4nXIguffw2znyFAMeOGgY2dqP5YtKVmWU5xN4G3tt/s'
/** Hash with minimal cost, as of an old version, so that failed log-ins are fast. */
export const cheap_password_hash =
  '$argon2id$v=19$m=8,t=1,p=1$dJf/heyxBEW8eCtKJd/wSA$x8DeGroXgtv2Xo/VudAawDL7tbV9607T8S7QBoU9Vyc'
