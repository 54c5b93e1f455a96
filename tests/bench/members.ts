import { randomUUID } from 'node:crypto'
import { paths } from '#shared/paths.ts'

export async function write(url: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

export async function createMember(origin: string): Promise<{ email: string; access: string }> {
  const credentials = { email: `${randomUUID()}@example.test`, password: randomUUID() }
  await write(origin + paths.api.register, { ...credentials, name: 'Rea', surname: 'Der' })
  const { access } = (await write(origin + paths.api.token, credentials)) as { access: string }
  return { email: credentials.email, access }
}
