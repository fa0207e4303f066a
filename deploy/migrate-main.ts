import { runMigrateCommand } from './run-migrate-command'

/** dist/migrate.mjs. */
const code = await runMigrateCommand(process.argv.slice(2), console)
// Exits immediately, because open handles of a failed command would keep the process.
if (code !== 0) process.exit(code)
