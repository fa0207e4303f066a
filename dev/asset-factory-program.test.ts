import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { buildBundles, bundleFile } from './build'
import { type RunningAnvil, startAnvil } from './chains/anvil'
import { FAUCET_PRIVATE_KEY } from './chains/deploy-tokens'
import { findFreePort } from './free-port'

const CHAIN_ID = 777_004
const BUILD_MS = 120_000

let anvil: RunningAnvil
let program: string
beforeAll(async () => {
  await buildBundles({ root: process.cwd() })
  program = bundleFile(process.cwd(), 'asset-factory')
  const logFile = path.join(mkdtempSync(path.join(tmpdir(), 'slipway-anvil-')), 'anvil.log')
  anvil = await startAnvil({ chainId: CHAIN_ID, port: await findFreePort(), logFile })
}, BUILD_MS)
afterAll(() => anvil.stop())

/** The program as the image runs it: plain Node, and nothing but its variables. */
async function run(variables: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const env = { ...variables, PATH: process.env.PATH, NODE_ENV: 'production' } as const
  const child = spawn(process.execPath, [program], { env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output: out + errors }
}

test('the bundled program puts the asset factory on a chain, and says so where it is', async () => {
  const variables = { ASSET_FACTORY_RPC_URL: anvil.rpcUrl, ASSET_FACTORY_PRIVATE_KEY: FAUCET_PRIVATE_KEY }
  const first = await run(variables)
  expect(first).toEqual({
    code: 0,
    output: expect.stringContaining(`Chain ${CHAIN_ID} has the asset factory at ${assetFactoryAddress()} now, for `),
  })
  expect(await run(variables)).toEqual({
    code: 0,
    output: `Chain ${CHAIN_ID} has the asset factory at ${assetFactoryAddress()} already\n`,
  })
})

test('it names a variable that is missing, without its value', async () => {
  expect(await run({ ASSET_FACTORY_RPC_URL: anvil.rpcUrl, ASSET_FACTORY_PRIVATE_KEY: '0xsecret' })).toEqual({
    code: 1,
    output: 'ASSET_FACTORY_PRIVATE_KEY is missing or malformed\n',
  })
})
