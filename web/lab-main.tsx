import { chooseLabLanguage } from './lab/lab-language.ts';
import { LabPage } from './lab/lab-page.tsx';
import { mount } from './mount.tsx';

// Where the script of the CORS lab begins.

void mount(LabPage, chooseLabLanguage);
