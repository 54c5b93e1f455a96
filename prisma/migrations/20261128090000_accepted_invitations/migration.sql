-- An invitation that was accepted is known for a while: the answer of the first request may be lost.
ALTER TYPE "token_purpose" ADD VALUE 'invitation';
