import { sqlStateOf } from '../database/db.ts'

const maxTries = 3
export const isDeadlock = (error: unknown) => sqlStateOf(error) === '40P01'

export async function retryDeadlock<Result>(callback: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await callback()
    } catch (error) {
      if (!isDeadlock(error) || tries === maxTries) throw error
    }
  }
}
