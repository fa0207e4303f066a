import { parseArgs } from 'node:util'
import { makeRoles, migrateDatabase } from '@/db/migrate'
import { seedReference } from '@/db/seed-reference'
import { restoreSeeds } from '@/registry/restore-seeds'
import { rewrapEverything } from '@/registry/rewraps'
import { emailAddress } from '@/schemas/people/contract'
import { describeFault } from '@/server/alarms/describe-fault'
import { inOperator, inWorker, seedsCtx, workerCtx } from '@/server/ctx'
import { keyVariable } from '@/server/custody/configured-keks'
import { copySeeds } from '@/server/custody/copy-seeds'
import { verifyKeks } from '@/server/custody/verify-keks'
import { countUnderFormer } from '@/server/custody/verify-secret'
import { endPools } from '@/server/database/pools'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { noteDatabase } from '@/server/engine/recovery/notice-restore'
import { env, slipwaySecrets } from '@/server/env'
import { ApiError } from '@/server/errors'
import { verifyKeys } from '@/server/installation/verify-installation'
import { findOperator } from '@/server/people/find-operator'
import { invitePerson } from '@/server/people/invite-person'
import { sendPasswordReset } from '@/server/people/links/send-password-reset'
import { ensureSolanaFeePayer } from '@/server/platform/ensure-fee-payer'
import { ensureGasWallet } from '@/server/platform/gas-wallet'
import { isRecovering } from '@/server/recovery/is-recovering'
import { sealExport } from '@/server/seed-exports/seal-export'
import { isSignerSeparate } from '@/server/separate-signer'

type Log = (line: string) => void
type Output = { log: Log; error: Log }

/**
 * The command that a deployment runs before each new version; returns the exit code. It updates the schema, roles,
 * reference rows and the platform's wallets, without demo data. `--operator <email>` invites an operator, or resets the
 * password of one, and prints the one-time link. `--rewrap` wraps the data key of every sealed value with the first key
 * of CUSTODY_KEK, after a rotation. `--restored` says that the database is a restored backup: nothing is sent before
 * its chains were compared with it. It also restores the seeds of SEED_COPY_DIR that the database lacks, as
 * `--restore-seeds` does. `--new-secret` accepts a SLIPWAY_SECRET that the database does not know. `--roles` creates
 * the roles alone, for a dump that is restored next. `--seal-export <id> --fingerprint <hex>` seals the seed of an
 * approved export to its owner's key.
 */
export async function runMigrateCommand(args: string[], output: Output): Promise<0 | 1> {
  try {
    await run(args, output)
    await endPools(2)
    return 0
  } catch (error) {
    output.error(
      error instanceof ApiError ? describeFault(error) : error instanceof Error ? error.message : String(error),
    )
    return 1
  }
}

async function run(args: string[], { log }: Output): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      operator: { type: 'string' },
      rewrap: { type: 'boolean' },
      'new-secret': { type: 'boolean' },
      restored: { type: 'boolean' },
      'restore-seeds': { type: 'boolean' },
      roles: { type: 'boolean' },
      'seal-export': { type: 'string' },
      fingerprint: { type: 'string' },
    },
  })
  if ((values['seal-export'] === undefined) !== (values.fingerprint === undefined))
    throw new Error('--seal-export <id> and --fingerprint <hex> are given together: nothing was done')
  if (values.operator !== undefined && !emailAddress.safeParse(values.operator).success)
    throw new Error('--operator requires an email address: nothing was done')
  const { DATABASE_URL, SLIPWAY_SECRET, SIGNER_SOCKET, SIGNER_SECRET, SEED_COPY_DIR } = env()
  if (SIGNER_SOCKET !== undefined && SIGNER_SECRET === undefined)
    throw new Error('SIGNER_SECRET is missing: with SIGNER_SOCKET migrations need it and SEED_KEK')
  if (values.roles) {
    await makeRoles(DATABASE_URL, SLIPWAY_SECRET)
    log('The roles are there. Restore the dump into this database now')
    return
  }
  await migrateDatabase(DATABASE_URL, SLIPWAY_SECRET, {
    isNewSecret: values['new-secret'],
    signerSecret: SIGNER_SECRET,
  })
  // Check the key before anything is encrypted with it: no process could decrypt it later.
  const problem =
    (await verifyKeys(workerCtx())) ??
    (isSignerSeparate() ? await verifyKeks(seedsCtx(), { secretKind: 'seeds' }) : null)
  if (problem) throw new Error(problem.message)
  if (values.restored) await beginRecovery(log)
  // Restored first: a missing platform seed would be created again.
  if (values['restore-seeds'] || (values.restored && SEED_COPY_DIR !== undefined)) await putSeedsBack(log)
  await inWorker(({ db }) => seedReference(db))
  const gasWallet = await ensureGasWallet()
  const feePayer = await ensureSolanaFeePayer()
  log(`The database is ready. To be funded: gas wallet on EVM chains ${gasWallet}, fee payer on Solana ${feePayer}`)
  if (slipwaySecrets().length > 1)
    log(`Sign-ins under another secret than the first: ${await countUnderFormer(workerCtx())}`)
  const { copied, lacking, reason } = await copySeeds(seedsCtx())
  if (copied > 0) log(`Seeds copied to SEED_COPY_DIR: ${copied}`)
  if (lacking > 0) log(`Seeds without a copy in SEED_COPY_DIR: ${lacking} (${reason})`)
  if (values.operator) await addOperator(values.operator, log)
  if (values.rewrap) await rewrapAll(log)
  if (values['seal-export'] && values.fingerprint)
    await seal({ exportId: values['seal-export'], fingerprint: values.fingerprint }, log)
}

async function beginRecovery(log: Log): Promise<void> {
  const message = 'A backup was restored: nothing is sent until its chains were compared with it.'
  const isNew = await beginRestoreRecovery({ cause: 'restored', message })
  await noteDatabase(workerCtx())
  log(isNew ? 'The platform recovers: see /operator/recovery' : 'The platform recovers already')
}

async function putSeedsBack(log: Log): Promise<void> {
  const { restored, refused } = await restoreSeeds()
  log(`Seeds put back: ${restored.length}${restored.length > 0 ? ` (businesses ${restored.join(', ')})` : ''}`)
  for (const { businessId, why } of refused) log(REFUSED_COPIES[why](businessId))
  if (restored.length > 0 && (await isRecovering())) log('Nothing is sent until the recovery has ended')
}

const REFUSED_COPIES = {
  differs: (businessId: string) => `Not put back: business ${businessId} has another seed by now`,
  closed: (businessId: string) =>
    `Not put back: no key of ${keyVariable('seeds')} opens the seed of business ${businessId}`,
}

async function rewrapAll(log: Log): Promise<void> {
  for (const [what, { rewrapped, refused }] of await rewrapEverything(workerCtx())) {
    log(`${what} wrapped anew: ${rewrapped}; refused: ${refused.join(', ') || 'none'}`)
  }
}

async function seal(input: Parameters<typeof sealExport>[0], log: Log): Promise<void> {
  await sealExport(input)
  log('The seed is sealed to its owner’s key: they download it on the Team page')
}

async function addOperator(address: string, log: Log): Promise<void> {
  const email = emailAddress.parse(address)
  const who = { actor: { type: 'system', id: 'migrate' }, requestId: 'migrate' } as const
  const { link } = await inOperator(who, async (ctx) => {
    const personId = await findOperator(ctx, email)
    if (personId !== null) return sendPasswordReset(ctx, { personId, isHandedOver: true })
    return invitePerson(ctx, { email, name: null, role: 'operator', isHandedOver: true })
  })
  log(`Operator ${email} sets a password at ${link} (shown this once)`)
}
