import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const signIn = z.object({ email: z.string(), password: z.string() })

const pagesReadiness = z.enum(['building', 'ready', 'failed'])
export type PagesReadiness = z.infer<typeof pagesReadiness>

/** The facts about the running stack that scripts may know; written to .slipway/stack.json while it runs. */
export const stackFacts = z.object({
  baseUrl: z.string(),
  demo: z.object({ businessId: z.string(), projectId: z.string(), liveKey: z.string(), testKey: z.string() }),
  signIns: z.object({ operator: signIn, support: signIn, owner: signIn, developer: signIn, viewer: signIn }),
  evm: z.array(
    z.object({
      chainId: z.number(),
      rpcUrl: z.string(),
      tokens: z.array(z.object({ symbol: z.string(), address: z.string(), decimals: z.number() })),
      faucetPrivateKey: z.string(),
    }),
  ),
  solana: z.array(
    z.object({
      chainId: z.number(),
      rpcUrl: z.string(),
      tokens: z.array(
        z.object({ symbol: z.string(), address: z.string(), decimals: z.number(), programId: z.string() }),
      ),
      faucetSecretKey: z.string(),
    }),
  ),
  databaseUrl: z.string(),
  jobEngineUrl: z.string(),
  /**
   * Its page, and `POST <url>/transfers {accountNumber, amount}` in naira. Null if the app's address is one outside.
   */
  bank: z.object({ url: z.string() }).nullable().default(null),
  /** Where caught emails are shown; absent where email leaves by a server that was given. */
  mail: z.object({ url: z.string() }).optional(),
  /**
   * Whether the portal's pages are built. Everything else is ready once this file exists. Missing means that they are
   * built.
   */
  pages: pagesReadiness.optional(),
  pids: z.record(z.string(), z.number()),
})

export type StackFacts = z.infer<typeof stackFacts>

/** The facts of the stack in this folder, or null when none was left there. */
export function readStackFacts(home: string): StackFacts | null {
  const file = join(home, 'stack.json')
  if (!existsSync(file)) return null
  try {
    return stackFacts.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Holds keys and passwords of the demo, so it is readable for its owner alone. */
export function writeStackFacts(home: string, facts: StackFacts): void {
  const file = join(home, 'stack.json')
  writeFileSync(`${file}.new`, JSON.stringify(facts, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export function removeStackFacts(home: string): void {
  rmSync(join(home, 'stack.json'), { force: true })
  rmSync(pidsFile(home), { force: true })
}

const pidsSchema = z.record(z.string(), z.number())

function pidsFile(home: string): string {
  return join(home, 'pids.json')
}

/** The processes spawned so far, from the first one on: a start may be killed before it is ready. */
export function writePids(home: string, pids: Record<string, number>): void {
  writeFileSync(`${pidsFile(home)}.new`, JSON.stringify(pids))
  renameSync(`${pidsFile(home)}.new`, pidsFile(home))
}

export function readPids(home: string): Record<string, number> {
  try {
    return pidsSchema.parse(JSON.parse(readFileSync(pidsFile(home), 'utf8')))
  } catch {
    return {}
  }
}
