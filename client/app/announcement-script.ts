/** In the browser's storage: the ids of those that were dismissed, the latest last. */
const key = 'announcements.dismissed'

/** Runs where it stands, after the banner. The server allows this very text by its hash. */
export const announcementScript = `{let e=document.currentScript.previousElementSibling,i=e.dataset.announcement,l=()=>{try{return(localStorage.getItem('${key}')||'').split(' ')}catch{return[]}};if(l().includes(i))e.remove();else e.querySelector('button').onclick=()=>{e.remove();try{localStorage.setItem('${key}',[...l(),i].slice(-20).join(' ').trim())}catch{}}}`
