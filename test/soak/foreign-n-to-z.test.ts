// The foreign services with names from n to z. `FOREIGN=<name>,<name>` chooses, and `LOOK=1` shows each answer that differs.
import { test } from 'vitest';
import { chosenServices } from '../foreign/chosen-services.ts';
import { judgeServices } from '../foreign/judge-services.ts';

const chosen = chosenServices('n', 'z');
if (chosen.length === 0) test.skip('no service is chosen whose name begins with n to z');
else judgeServices(chosen, 'n-to-z');
