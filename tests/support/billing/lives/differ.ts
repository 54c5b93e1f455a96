export const differ = (about: string, found: unknown, expected: unknown): string[] => {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  return one === other ? [] : [`${about}: ${one} where Stripe has ${other}`]
}
