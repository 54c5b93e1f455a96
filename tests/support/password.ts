export const password = 'a long enough secret'
export const password_hash =
  '$argon2id$v=19$m=19456,t=2,p=1$CUmQqA9cnzGbYp23nHTYNA$4nXIguffw2znyFAMeOGgY2dqP5YtKVmWU5xN4G3tt/s'
