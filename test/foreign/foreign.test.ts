// One foreign service, judged with every `npm test`; the soak judges all (test/soak/foreign-*.test.ts).
import { judgeServices } from './judge-services.ts';
import { services } from './services.ts';

judgeServices(services.slice(0, 1), 'first');
