import { FoodsPage } from './foods-page.tsx';
import { mount } from './mount.tsx';

// Where the script of the page begins.

void mount(FoodsPage);
