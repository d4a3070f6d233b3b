"""
A REST API of Django REST Framework with django-filter, in one process.

Arguments: a file with the records as a JSON list, which are stored in memory. It reads paths from its input, one on
each line, and writes [status, body] as JSON for each, on one line.

With `--serve` it is a server instead: it writes its address on the first line, and ends when its input does. Pages
have at most 100 records then. `/api/` is a root of open collections. `/private/locked/` needs `Authorization: Token secret`.
"""

import json
import re
import sys
import threading
from types import SimpleNamespace
from wsgiref import simple_server

import django
from django.conf import settings

SERVES = '--serve' in sys.argv
MAX_SIZE = 100 if SERVES else None

settings.configure(
    ALLOWED_HOSTS=['*'],
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}},
    DEFAULT_AUTO_FIELD='django.db.models.AutoField',
    INSTALLED_APPS=['django.contrib.contenttypes', 'django.contrib.staticfiles', 'rest_framework', 'django_filters'],
    MIDDLEWARE=[
        'django.middleware.security.SecurityMiddleware',
        'django.middleware.common.CommonMiddleware',
        'django.middleware.clickjacking.XFrameOptionsMiddleware',
    ],
    REST_FRAMEWORK={
        'DEFAULT_AUTHENTICATION_CLASSES': [],
        'UNAUTHENTICATED_USER': None,
    },
    ROOT_URLCONF=__name__,
    SECRET_KEY='for tests only',
    STATIC_URL='/static/',
    TEMPLATES=[{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True}],
    TIME_ZONE='UTC',
    USE_TZ=True,
)
django.setup()

from django.core.wsgi import get_wsgi_application
from django.db import connection, models, transaction
from django.db.models import functions
from django.test import Client
from django.urls import include, path
from django_filters import rest_framework as filters
from rest_framework import authentication, exceptions, pagination, permissions, routers, serializers, viewsets
from rest_framework.filters import OrderingFilter, SearchFilter


class Town(models.Model):
    id = models.IntegerField(primary_key=True)
    label = models.CharField(max_length=100)
    state = models.CharField(max_length=100, blank=True)
    size = models.FloatField(null=True)
    active = models.BooleanField()
    created_at = models.DateTimeField(null=True)
    day = models.DateField()
    price = models.DecimalField(max_digits=12, decimal_places=2)
    # Decimals with different numbers of digits, as text.
    amount = models.CharField(max_length=20)

    class Meta:
        app_label = 'towns'


class TownSerializer(serializers.ModelSerializer):
    class Meta:
        model = Town
        fields = ['id', 'label', 'state', 'size', 'active', 'created_at', 'day', 'price', 'amount']


class TextIn(filters.BaseInFilter, filters.CharFilter):
    pass


class NumberIn(filters.BaseInFilter, filters.NumberFilter):
    pass


class TownFilter(filters.FilterSet):
    state__in = TextIn(field_name='state', lookup_expr='in')
    size__in = NumberIn(field_name='size', lookup_expr='in')
    price__in = NumberIn(field_name='price', lookup_expr='in')
    amount = filters.NumberFilter(field_name='amount_value')
    amount__gte = filters.NumberFilter(field_name='amount_value', lookup_expr='gte')

    class Meta:
        model = Town
        fields = {
            'label': ['icontains'],
            'state': ['exact'],
            'size': ['exact', 'gte', 'lte', 'gt', 'lt', 'isnull'],
            'price': ['exact', 'gte', 'lte', 'gt', 'lt'],
            'active': ['exact'],
            'created_at': ['exact', 'gte', 'lte', 'gt', 'lt', 'isnull'],
            'day': ['exact', 'gte', 'lte', 'gt', 'lt'],
        }


class ValueOrdering(OrderingFilter):
    def get_ordering(self, request, queryset, view):
        terms = super().get_ordering(request, queryset, view)
        return terms and [re.sub('^(-?)amount$', r'\1amount_value', term) for term in terms]


class TownViews:
    queryset = Town.objects.annotate(amount_value=functions.Cast('amount', models.FloatField())).order_by('id')
    serializer_class = TownSerializer
    filterset_class = TownFilter
    search_fields = ['label', 'state']
    filter_backends = [filters.DjangoFilterBackend, SearchFilter, ValueOrdering]
    ordering_fields = ['id', 'label', 'day', 'price', 'amount']


class Offsets(pagination.LimitOffsetPagination):
    default_limit = 20
    max_limit = MAX_SIZE


class Towns(TownViews, viewsets.ReadOnlyModelViewSet):
    pagination_class = Offsets


class Pages(TownViews, viewsets.ReadOnlyModelViewSet):
    class pagination_class(pagination.PageNumberPagination):
        page_size = 20
        page_size_query_param = 'page_size'
        max_page_size = MAX_SIZE


class List(TownViews, viewsets.ReadOnlyModelViewSet):
    pagination_class = None


class Cursor(TownViews, viewsets.ReadOnlyModelViewSet):
    ordering = ['id']

    class pagination_class(pagination.CursorPagination):
        page_size = 20


class SecretToken(authentication.TokenAuthentication):
    def authenticate_credentials(self, key):
        if key != 'secret':
            raise exceptions.AuthenticationFailed('Invalid token.')
        return SimpleNamespace(is_authenticated=True), key


class Locked(TownViews, viewsets.ReadOnlyModelViewSet):
    pagination_class = Offsets
    authentication_classes = [SecretToken]
    permission_classes = [permissions.IsAuthenticated]


def root(**views):
    router = routers.DefaultRouter()
    for name, view in views.items():
        router.register(name, view, basename=name)
    return router.urls


urlpatterns = [
    path('api/', include(root(towns=Towns, pages=Pages, list=List, cursor=Cursor))),
    path('private/', include((root(locked=Locked), 'private'))),
]

with connection.schema_editor() as editor:
    editor.create_model(Town)
with open(sys.argv[1]) as file, transaction.atomic():
    for record in json.load(file):
        Town.objects.create(**record)


def answer_input():
    client = Client(HTTP_HOST='example.org')
    for line in sys.stdin:
        response = client.get(line.rstrip('\n'))
        print(json.dumps([response.status_code, response.json()]))


class QuietHandler(simple_server.WSGIRequestHandler):
    def log_message(self, *args):
        pass


def serve():
    # The records are in the memory of this thread's connection.
    server = simple_server.make_server('127.0.0.1', 0, get_wsgi_application(), handler_class=QuietHandler)
    print(f'http://127.0.0.1:{server.server_port}/', flush=True)

    def stop():
        sys.stdin.read()
        server.shutdown()

    threading.Thread(target=stop, daemon=True).start()
    server.serve_forever()


if SERVES:
    serve()
else:
    answer_input()
