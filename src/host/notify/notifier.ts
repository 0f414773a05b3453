import type { Config } from '../../core/settings/config-schema.ts'
import type { Notification } from '../../contracts/views/notification.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { describe } from '../files/errno.ts'
import { postTo } from './post-to.ts'
import { runWith } from './run-with.ts'

interface NotifierOptions {
  /** A function, because the user may change the setting. */
  notify: () => NonNullable<Config['notify']>
  projectDir: string
  env: Env
  report: (notification: Notification) => void
}

/** Notifies an absent user by their own command or webhook. */
export class Notifier {
  readonly #options: NotifierOptions
  readonly #sending = new Set<Promise<void>>()

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  send(notification: Notification): void {
    if (!notification.needsPerson) return
    const { notify, projectDir, env } = this.#options
    const { command, webhook } = notify()
    const { item, ...rest } = notification
    const text = JSON.stringify({ project: projectDir, feature: item.name, ...rest })
    if (command !== undefined)
      this.#track(notification, () => runWith(command, { text, env, cwd: projectDir }))
    if (webhook !== undefined) this.#track(notification, () => postTo(webhook, text))
  }

  async drain(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  /** A failed notification must not fail the run. */
  #track(about: Notification, deliver: () => Promise<void>): void {
    const sending = deliver()
      .catch((error: unknown) => this.#failed(about, error))
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  #failed({ item, time, seq }: Notification, error: unknown): void {
    this.#options.report({
      item,
      level: 'warning',
      kind: 'notify.failed',
      message: `A notification could not be sent: ${describe(error)}`,
      time,
      seq,
      needsPerson: false,
    })
  }
}
