import type { Sandbox } from './sandbox.ts'
import type { Switches } from './tables.ts'

const usual: Switches = { id: 'switches', object: 'sandbox.switches', final_failure: 'cancel', hold_deliveries: false }

export const switchesOf = ({ store }: Sandbox): Switches => store.find('sandbox.switches', 'switches') ?? usual

export const changeSwitches = (sandbox: Sandbox, changes: Partial<Switches>): Switches =>
  sandbox.store.save({ ...switchesOf(sandbox), ...changes })
