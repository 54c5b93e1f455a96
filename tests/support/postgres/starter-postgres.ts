import type { TestProject } from 'vitest/node'
import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { addStarterContent } from '../../../server/start/starter-content.ts'
import { nameOfStarter, nameOfTemplate, withClient, urlOfDatabase } from './database.ts'
import { setup as setupPostgres } from './postgres.ts'

export const setup = (project: TestProject) =>
  setupPostgres(project, async (postgres) => {
    await withClient(postgres, (client) => client.query(`CREATE DATABASE ${nameOfStarter} TEMPLATE ${nameOfTemplate}`))
    await openDatabase(urlOfDatabase(postgres, nameOfStarter), 2)
    await addStarterContent('Promptory')
    await closeDatabase()
  })
