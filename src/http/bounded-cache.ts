// Caches of bounded size: the entry that was not used for the longest time is dropped first. What is made of a text alone, and
// in little time, is remembered more simply (remembering.ts).
export { LRUCache as BoundedCache } from 'lru-cache';
