import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '@/registry/endpoints'
import { newCaller } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { isLongProof } from '@/server/testing/proof'
import { openApiDocument } from './document'
import { toOpenApi30 } from './to-openapi-30.test-data'

const run = promisify(execFile)
const PROGRAM = join(import.meta.dirname, 'client-program.py.txt')
/** The last version whose package contains the generator itself. It reads OpenAPI 3.0. */
const GENERATOR = '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2'
const json = z.record(z.string(), z.unknown())

/** The generator is a download and needs Java; its client needs packages of Python. It runs in the long form only. */
const canRun =
  isLongProof &&
  spawnSync('java', ['-version']).status === 0 &&
  spawnSync('python3', ['-c', 'import certifi, dateutil, six, urllib3']).status === 0

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let folder: string

beforeAll(async () => {
  doors = await openDoors()
  folder = await mkdtemp(join(tmpdir(), 'python-client-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await doors.close()
})

test.skipIf(!canRun)(
  'a stock generator makes a Python client of the document with every operation, and a program over it runs',
  async () => {
    const document = json.parse(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, doors.baseUrl))))
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(toOpenApi30(document)))
    const options = ['-i', 'openapi.json', '-g', 'python', '-o', 'client', '--package-name', 'slipway_client']
    await run('npx', ['--yes', '-p', GENERATOR, 'openapi-generator', 'generate', ...options], {
      cwd: folder,
      maxBuffer: 2 ** 26,
    })

    const { apiKey } = await newCaller()
    const { stdout } = await run('python3', [PROGRAM, doors.baseUrl, apiKey], {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: join(folder, 'client') },
    })
    expect(JSON.parse(stdout)).toEqual({
      total: 2,
      refusal: [404, 'chain_unavailable', 'chainId'],
      unauthorized: 401,
      operations: ENDPOINTS.length,
    })
  },
  600_000,
)
