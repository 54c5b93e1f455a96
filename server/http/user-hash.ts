import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Returns a pseudonym of a user for logs, stable until the secret changes. */
export function createUserHash(secret: string): (id: number) => string {
  const known = new LRUCache<number, string>({ max: 1_000 })
  return (id) => {
    const found = known.get(id)
    if (found) return found
    const made = createHmac('sha256', secret).update(`user ${id}`).digest('base64url').slice(0, 16)
    known.set(id, made)
    return made
  }
}
