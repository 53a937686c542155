import { chooseLabLanguage } from './lab/lab-language.ts';
import { LabPage } from './lab/lab-page.tsx';
import { mount } from './mount.tsx';

void mount(LabPage, chooseLabLanguage);
