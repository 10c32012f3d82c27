// The command line program: its commands, and the mapping of errors to exit codes.
import { Command, CommanderError } from 'commander'
import { addAssets } from './commands/assets.ts'
import { addBatch } from './commands/batch/batch.ts'
import { addCheck } from './commands/check.ts'
import { BadInput, BadUsage, type CommandContext, EXIT } from './commands/command.ts'
import { addDev } from './commands/dev.ts'
import { addFonts } from './commands/fonts.ts'
import { addInspect } from './commands/inspect.ts'
import { addMcp } from './commands/mcp.ts'
import { addMerge } from './commands/merge.ts'
import { addMigrate } from './commands/migrate.ts'
import { addRender } from './commands/render.ts'
import { addServe } from './commands/serve.ts'
import { addTeams } from './commands/teams.ts'
import { addTemplates } from './commands/templates/templates.ts'
import { addVerify } from './commands/templates/verify.ts'
import { addTokens } from './commands/tokens.ts'
import { addUsers } from './commands/users.ts'
import { addVariables } from './commands/variables.ts'
import { addWebhooks } from './commands/webhooks.ts'
import { addWorker } from './commands/worker.ts'
import { packageVersion } from './package-root.ts'

const COMMANDS = [
  addRender,
  addMerge,
  addBatch,
  addDev,
  addCheck,
  addVariables,
  addInspect,
  addFonts,
  addServe,
  addTemplates,
  addVerify,
  addAssets,
  addTokens,
  addTeams,
  addUsers,
  addWebhooks,
  addMigrate,
  addMcp,
  addWorker,
]

/** Runs one command line (arguments without the program's name); resolves to the exit code. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const program = new Command('platen')
    .description('PDFs from HTML or editor templates and data, without a browser')
    .version(packageVersion())
    .showHelpAfterError('(platen --help says more)')
  for (const add of COMMANDS) add(program, context)
  redirect(program, context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (thrown) {
    return exitCodeOf(thrown, context)
  }
}

function exitCodeOf(thrown: unknown, { err }: CommandContext): number {
  if (thrown instanceof CommanderError) {
    // Commander has printed the message. It throws for --help and --version too, with exit code 0.
    return thrown.exitCode === 0 ? EXIT.ok : EXIT.badUsage
  }
  if (!(thrown instanceof BadInput) && !(thrown instanceof BadUsage)) throw thrown
  if (thrown.message !== '') err(`platen: ${thrown.message}\n`)
  return thrown instanceof BadUsage ? EXIT.badUsage : EXIT.badInput
}

/** Keeps Commander from exiting the process and from writing to its streams; this has to be set on every command. */
function redirect(command: Command, context: CommandContext): void {
  command.exitOverride().configureOutput({ writeOut: context.out, writeErr: context.err })
  for (const child of command.commands) redirect(child, context)
}
