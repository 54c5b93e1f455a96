ALTER TYPE "token_purpose" ADD VALUE 'cancel_subscription';
ALTER TYPE "token_purpose" ADD VALUE 'withdraw_subscription';
