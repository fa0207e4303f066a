import { inngest } from '@/inngest/client'
import { rotateSigningKeysWhenDue } from '@/server/keys/signing-keys'

/** Checks the key that signs access tokens once a day; it changes every 30 days. */
export const rotateSigningKeys = inngest.createFunction(
  {
    id: 'rotate-signing-keys',
    triggers: [{ cron: '43 3 * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '5m' },
  },
  async ({ step }) => ({
    newKey: await step.run('rotate-when-due', rotateSigningKeysWhenDue),
  }),
)
