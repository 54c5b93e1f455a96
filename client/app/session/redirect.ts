import { readStorage, writeStorage } from '../storage.ts'

export const storeRedirect = (path: string) => writeStorage('redirectAfterLogin', path)

export const readRedirect = () => readStorage('redirectAfterLogin')

export function consumeRedirect(): string | null {
  const path = readRedirect()
  writeStorage('redirectAfterLogin', null)
  return path
}
