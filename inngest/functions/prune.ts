import { inngest } from '@/inngest/client'
import { pruneActivity } from '@/server/activity/aggregate-activity'
import { pruneRateLimits } from '@/server/api/prune-rate-limits'
import { pruneRequestLog } from '@/server/api/prune-request-log'
import { pruneStoredAnswers } from '@/server/api/prune-stored-answers'
import { workerCtx } from '@/server/ctx'
import { pruneIndexerLogs } from '@/server/indexer/logs/prune-indexer-logs'
import { renewPartitions } from '@/server/installation/renew-partitions'
import { pruneMails } from '@/server/mail/prune-mails'
import { pruneNotices } from '@/server/notices/watch-notices'
import { pruneLinks } from '@/server/people/links/prune-links'
import { pruneChallenges } from '@/server/people/passkeys/challenges'
import { pruneSessions } from '@/server/people/prune-sessions'
import { pruneSignInFailures } from '@/server/people/prune-sign-in-failures'
import { pruneLost } from '@/server/recovery/prune-lost'
import { endExpiredExports } from '@/server/seed-exports/end-export'
import { pruneShares } from '@/server/transactions/life/prune-shares'
import { pruneMessages } from '@/server/webhooks/prune-messages'
import { pruneEvents } from '@/server/webhooks/streams/prune-events'

/** Deletes expired data once a day. */
export const prune = inngest.createFunction(
  {
    id: 'prune',
    triggers: [{ cron: '17 3 * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '30m' },
  },
  async ({ step }) => ({
    storedAnswers: await step.run('stored-answers', () => pruneStoredAnswers(workerCtx())),
    requestLog: await step.run('request-log', () => pruneRequestLog(workerCtx())),
    rateLimits: await step.run('rate-limits', () => pruneRateLimits(workerCtx())),
    sessions: await step.run('sessions', () => pruneSessions(workerCtx())),
    accountLinks: await step.run('account-links', () => pruneLinks(workerCtx())),
    seedExports: await step.run('seed-exports', () => endExpiredExports(workerCtx())),
    passkeyChallenges: await step.run('passkey-challenges', () => pruneChallenges(workerCtx())),
    signInFailures: await step.run('sign-in-failures', () => pruneSignInFailures(workerCtx())),
    // Before rows are deleted: rows of dropped partitions need no deletion. It may have to wait for a lock.
    partitions: await step.run('partitions', () => renewPartitions(workerCtx())),
    // Before the messages: a log shows the body of its message.
    indexerLogs: await step.run('indexer-logs', () => pruneIndexerLogs(workerCtx())),
    messages: await step.run('webhook-messages', () => pruneMessages(workerCtx())),
    events: await step.run('project-events', () => pruneEvents(workerCtx())),
    mails: await step.run('mails', () => pruneMails(workerCtx())),
    shares: await step.run('transaction-shares', () => pruneShares(workerCtx())),
    activity: await step.run('activity-counts', () => pruneActivity(workerCtx())),
    notices: await step.run('notices', () => pruneNotices(workerCtx())),
    lost: await step.run('lost-transactions', () => pruneLost(workerCtx())),
  }),
)
