import { sqlStateOf } from '../database/db.ts'

const maxTries = 3
export const isDeadlock = (error: unknown) => sqlStateOf(error) === '40P01'

/** Runs a transaction again that PostgreSQL has rolled back because it and another waited for each other: the other is done by then. */
export async function retryDeadlock<Result>(callback: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await callback()
    } catch (error) {
      if (!isDeadlock(error) || tries === maxTries) throw error
    }
  }
}
