import { themeScript } from '../../app/theme.ts'
import { earlyClicksScript } from './early-clicks.ts'

declare global {
  /** Restores the server's markup before hydration. With other markup React discards the page (error 418). */
  var undoForeignChanges: (() => void) | undefined
}

/** Head script that records changes between parsing and hydration. Only extensions and translators make any. */
const foreignChangesScript = `document.addEventListener('readystatechange',()=>{let b=document.body,r=[],o=new MutationObserver(c=>r.push(...c));o.observe(b,{childList:true,subtree:true,characterData:true,characterDataOldValue:true});self.undoForeignChanges=()=>{r.push(...o.takeRecords());o.disconnect();for(let{type:y,target:t,addedNodes:a,removedNodes:d,nextSibling:n,oldValue:v}of r.reverse())if(t!==b){if(y==='characterData')t.data=v;for(let e of a)t.removeChild(e);for(let e of d)t.insertBefore(e,n)}}},{once:true})`

/** Inline script that the CSP allows by its hash. It is rendered by the server, since it runs once. */
export const headScript = import.meta.env.SSR ? themeScript + foreignChangesScript + ';' + earlyClicksScript : ''
