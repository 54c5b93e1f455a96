import { themeScript } from '../../app/theme.ts'
import { earlyClicksScript } from './early-clicks.ts'

declare global {
  /**
   * From the script in the head: makes the page again what the server rendered, or React would throw it away and render
   * it anew (error 418). Extensions and translators go on with what they find then.
   */
  var undoForeignChanges: (() => void) | undefined
}

/**
 * Runs in the head: between the end of parsing and hydration, nobody changes the page but extensions and translators.
 * Beside the page, in the body itself, React passes over what it does not know.
 */
const foreignChangesScript = `document.addEventListener('readystatechange',()=>{let b=document.body,r=[],o=new MutationObserver(c=>r.push(...c));o.observe(b,{childList:true,subtree:true,characterData:true,characterDataOldValue:true});self.undoForeignChanges=()=>{r.push(...o.takeRecords());o.disconnect();for(let{type:y,target:t,addedNodes:a,removedNodes:d,nextSibling:n,oldValue:v}of r.reverse())if(t!==b){if(y==='characterData')t.data=v;for(let e of a)t.removeChild(e);for(let e of d)t.insertBefore(e,n)}}},{once:true})`

/** Runs before anything is rendered. The server allows this very text by its hash; no browser needs it a second time. */
export const headScript = import.meta.env.SSR ? themeScript + foreignChangesScript + ';' + earlyClicksScript : ''
