import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Of a process that is started with `--import` of it: writes each module that it loads. */
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_MODULES, `${url}\n`)
    return next(url, context)
  },
})
