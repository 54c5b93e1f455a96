import type { Client } from 'pg'
import { DatabaseClient } from '../database/database-client.ts'

const sessionSettings = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '60s';
  SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET extra_float_digits = 3; SET bytea_output = 'hex';
  SET timezone = 'UTC'; SET search_path = public`

export async function withBackupClient<Result>(
  url: string,
  callback: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'backup',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sessionSettings)
    const result = await callback(client)
    await client.end()
    return result
  } catch (error) {
    // Closes the socket: `end` would wait for an open COPY.
    client.connection.stream.destroy()
    throw error
  }
}
