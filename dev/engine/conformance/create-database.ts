import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of its own in the cluster of TEST_DATABASE_URL. */
export async function createDatabase(): Promise<TestDatabase> {
  const cluster = process.env.TEST_DATABASE_URL
  if (!cluster) throw new Error('TEST_DATABASE_URL names no Postgres cluster')
  const name = `engine_${randomBytes(6).toString('hex')}`
  const admin = postgres(cluster, { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    async drop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
